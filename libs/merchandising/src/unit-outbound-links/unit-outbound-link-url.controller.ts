import { AssignmentController, Resource, returns } from '@app/platform/rest';
import { UNIT_OUTBOUND_LINK_URLS } from './unit-outbound-link-url.entity.js';

@Resource('assets/:asset/multifamily/units/outbound-links/:outboundLink/urls', {
  tag: 'Unit outbound links',
})
export class UnitOutboundLinkUrlController extends AssignmentController({
  assignments: UNIT_OUTBOUND_LINK_URLS,
  permission: 'unit-outbound-links',
  errors: { 409: { link_without_urls: 'A link of type url_template cannot have URLs: only urls_per_unit can' } },
  list: {
    id: 'list-unit-outbound-link-urls',
    summary: 'List unit outbound link URLs',
    description:
      'Lists all units of the asset with their URLs for this button; units without one have null. Only links of type `urls_per_unit` have URLs.',
  },
  assign: {
    id: 'update-unit-outbound-link-urls',
    summary: 'Update unit outbound link URLs',
    description: 'Changes the URLs of units. Other units keep theirs; `null` removes one.',
    returns: returns.nothing,
  },
}) {}
