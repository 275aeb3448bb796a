/** What may be known of references outside. They are for third parties: no other context asks. */
export { CreateAssetReferenceDto } from './asset-references/asset-reference.dto.js';
export { DeclareReferences } from './declare/declare-references.command.js';
export { DeclareUnitReferences } from './declare/declare-unit-references.command.js';
export { DeclaredReferences, type DeclaredReferenceParts } from './declare/declared-references.queries.js';
export { PruneReferences } from './declare/prune-references.command.js';
export { CreateUnitReferenceGroupDto } from './unit-reference-groups/unit-reference-group.dto.js';
