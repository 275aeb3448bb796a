export { UpsertUnits } from '@app/catalog/provisioning'; // not allowed: contract-only
