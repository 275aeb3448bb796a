/** What may be known of references outside. They are for third parties: no other context asks. */
export { CreateAssetReferenceDto } from './asset-references/asset-reference.dto.js';
export { CreateUnitReferenceGroupDto } from './unit-reference-groups/unit-reference-group.dto.js';
