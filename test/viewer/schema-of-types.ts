import ts from 'typescript';

type Schema = Record<string, unknown>;

/** JSON Schema of an exported interface, for the subset of types that documents use. */
export function schemaOfType(file: string, name: string): Schema {
  const program = ts.createProgram([file], { strict: true, noLib: false, lib: ['lib.es2023.d.ts'], types: [] });
  const checker = program.getTypeChecker();
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
  const found = symbols.find((symbol) => symbol.name === name);
  if (!found) throw new Error(`${file} has no ${name}`);
  return schemaOf(checker.getDeclaredTypeOfSymbol(found), checker);
}

function schemaOf(type: ts.Type, checker: ts.TypeChecker): Schema {
  if (type.flags & ts.TypeFlags.StringLike && !type.isStringLiteral()) return { type: 'string' };
  if (type.flags & ts.TypeFlags.NumberLike && !type.isNumberLiteral()) return { type: 'number' };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  if (type.isUnion()) return unionOf(type, checker);
  if (checker.isArrayType(type))
    return { type: 'array', items: schemaOf(checker.getTypeArguments(type as ts.TypeReference)[0]!, checker) };
  return objectOf(type, checker);
}

function unionOf(type: ts.UnionType, checker: ts.TypeChecker): Schema {
  const kinds = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
  if (kinds.length === 1) return schemaOf(kinds[0]!, checker);
  const values = kinds.map((kind) => schemaOf(kind, checker)['const']);
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (!values.every((value) => typeof value === 'string')) throw new Error(checker.typeToString(type));
  return { type: 'string', enum: values };
}

function objectOf(type: ts.Type, checker: ts.TypeChecker): Schema {
  const others = checker.getIndexInfosOfType(type)[0];
  if (others) return { type: 'object', additionalProperties: schemaOf(others.type, checker) };
  const members = checker.getPropertiesOfType(type);
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map((member) => [member.name, schemaOf(checker.getTypeOfSymbol(member), checker)]),
    ),
    required: members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map((member) => member.name),
    additionalProperties: false,
  };
}
