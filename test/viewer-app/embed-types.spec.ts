import { resolve } from 'node:path';
import ts from 'typescript';

/** A host page that uses every part of the loader. */
const HOST = `
      declare const UnitMap: typeof PropertyMap;
      const map: PropertyMap = await PropertyMap.embed('#place', {
        key: 'abc', unit: '101', floor: '2', filters: { Bedrooms: ['2'] }, locale: 'en', currency: 'USD', instance: 'main',
        theme: { accent: '#0a5' }, hide_apply_button: true, disable_structured_data: true, title: 'Map', height: 'auto', loading: 'lazy',
        server: 'https://maps.example.com',
      });
      const { version, maps } = await map.ready;
      map.on('metrics.unitMap.unit.click', ({ unit }) => console.log(unit.number.length, unit.price?.toFixed(), version, maps))
        .once('metrics.filters.change', ({ filters, count }) => console.log(filters['Bedrooms']?.length, count + 1))
        .on('outbound.book-a-tour.click', ({ link }, name) => console.log(link.event_key.length, name))
        .on('*', (payload, name) => console.log(payload, name.length));
      map.off('resize').off('*');
      const answers = [
        map.select('101'), map.select(null), map.setFilters({}), map.setUnitNumberMatches(['101']),
        map.disableUI(['filters', 'unitDetails']), map.showFloor('2'), map.destroy(),
      ];
      const done: boolean = (await Promise.all(answers)).every((answer) => answer.done);
      const legacy = new UnitMap.Embed('iframe');
      legacy.on('metrics.unitList.unit.click', (event) => {
        const { data } = event as typeof event & PropertyMap.LegacyEvent;
        console.log(data.unit?.unitNumber, done);
      });
      document.querySelector('property-map')?.map?.select('101');
      document.createElement('property-map').addEventListener('ready', (event) => (event as CustomEvent).detail);
  export {};
`;

const WRONG = [
  `PropertyMap.embed('#place', {})`,
  `PropertyMap.embed('#place', { key: 'abc', theme: { colour: 'red' } })`,
  `declare const map: PropertyMap; map.on('metrics.unitMap.click', () => undefined)`,
  `declare const map: PropertyMap; map.on('outbound.tour.click', ({ link }) => link.key)`,
  `declare const map: PropertyMap; map.select(101)`,
  `new PropertyMap()`,
];

/** Compares the published types with those of the loader's source. */
const SAME = `
      import type { HostEvents, HostLink, HostUnit, ThemeToken, ViewerState } from '../host-api.js';
      import type { PropertyMapElement as RealElement } from './element.js';
      import type { EmbedOptions } from './frame.js';
      import type { withLegacyData } from './legacy.js';
      import type { PropertyMap as Real } from './property-map.js';
      import type { Answer } from './protocol.js';

      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      type Flat<T> = { [K in keyof T]: T[K] };
      const back = (published: PropertyMap.Events): HostEvents => published;
      const forth = (real: HostEvents): PropertyMap.Events => real;
      const unit: Same<keyof HostUnit, keyof PropertyMap.Unit> = true;
      const link: Same<keyof HostLink, keyof PropertyMap.Link> = true;
      const answer: Same<Flat<Answer>, Flat<PropertyMap.Answer>> = true;
      const state: Same<ViewerState, PropertyMap.State> = true;
      const token: Same<ThemeToken, PropertyMap.ThemeToken> = true;
      const optionNames: Same<keyof EmbedOptions, keyof PropertyMap.Options> = true;
      const options = (real: EmbedOptions): PropertyMap.Options => real;
      const optionsBack = (published: PropertyMap.Options): EmbedOptions => published;
      const methods: Same<keyof Real, keyof PropertyMap> = true;
      const map = (real: Real): PropertyMap => real;
      const element = (real: RealElement): HTMLElement & { map?: object } => real;
      const statics = (real: Pick<typeof Real, 'embed'>): Pick<typeof PropertyMap, 'embed'> => real;
`;

const EMBED = resolve('apps/viewer/src/embed');
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  paths: { '@app/viewer/contract': [resolve('libs/viewer/src/contract.ts')] },
};

/** Errors by program. All programs are compiled at once, with the published types beside them. */
function compile(programs: Record<string, string>): Record<string, string[]> {
  const path = (name: string) => resolve(EMBED, `${name}.mts`);
  const texts = new Map(Object.entries(programs).map(([name, text]) => [path(name), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    return text === undefined ? getSourceFile(file, ...rest) : ts.createSourceFile(file, text, OPTIONS.target!);
  };
  const program = ts.createProgram([...texts.keys(), resolve(EMBED, 'api.d.ts')], OPTIONS, host);
  const faults = ts.getPreEmitDiagnostics(program);
  const of = (name: string) => faults.filter(({ file }) => file?.fileName === path(name));
  const texted = (name: string) => of(name).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  return Object.fromEntries(Object.keys(programs).map((name) => [name, texted(name)]));
}

describe('The published types', () => {
  let faults: Record<string, string[]>;

  beforeAll(() => {
    const wrong = WRONG.map((text, index) => [`wrong-${index}`, `${text}; export {};`]);
    faults = compile({ host: HOST, same: SAME, ...Object.fromEntries(wrong) });
  });

  it('accept a host that uses the whole loader', () => {
    expect(faults['host']).toEqual([]);
  });

  it.each(WRONG.map((text, index) => [text, index]))('reject %s', (_text, index) => {
    expect(faults[`wrong-${index}`]).toHaveLength(1);
  });

  it('are those of the loader', () => {
    expect(faults['same']).toEqual([]);
  });
});
