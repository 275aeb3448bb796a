/** The public contract of references. No other context uses them, because they serve third parties. */
export { CreateAssetReferenceDto } from './asset-references/asset-reference.dto.js';
export { CreateUnitReferenceGroupDto } from './unit-reference-groups/unit-reference-group.dto.js';
