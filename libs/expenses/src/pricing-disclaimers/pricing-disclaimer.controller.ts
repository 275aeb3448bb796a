import { Resource, ResourceController } from '@app/platform/rest';
import { PricingDisclaimer } from './pricing-disclaimer.aggregate.js';
import {
  CreatePricingDisclaimerDto,
  PricingDisclaimerDto,
  UpdatePricingDisclaimerDto,
} from './pricing-disclaimer.dto.js';

@Resource('assets/:asset/multifamily/pricing-disclaimers', {
  tag: 'Expenses',
  flag: 'pricing-disclaimers-resource',
  extension: true,
})
export class PricingDisclaimerController extends ResourceController({
  name: 'pricing-disclaimer',
  parameter: 'disclaimer',
  permission: 'expenses',
  entity: PricingDisclaimer,
  create: CreatePricingDisclaimerDto,
  update: UpdatePricingDisclaimerDto,
  dto: PricingDisclaimerDto,
  descriptions: { list: 'Lists the texts about prices that the map of the asset shows.' },
  operations: { delete: { examples: { disclaimer: '2' } } },
  deletes: 'Deletes a disclaimer, and returns it as it was.',
}) {}
