export { UpsertUnits } from '@app/catalog/provisioning'; // not allowed: contexts-only-through-contract
