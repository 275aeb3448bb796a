import { Resource, ResourceController } from '@app/platform/rest';
import { UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import { CREATE_UNIT_OUTBOUND_LINK, UNIT_OUTBOUND_LINK, UPDATE_UNIT_OUTBOUND_LINK } from './unit-outbound-link.dto.js';

@Resource('assets/:asset/multifamily/units/outbound-links', {
  tag: 'Unit outbound links',
})
export class UnitOutboundLinkController extends ResourceController({
  name: 'unit-outbound-link',
  parameter: 'outboundLink',
  entity: UnitOutboundLink,
  deletesUnused: true,
  create: CREATE_UNIT_OUTBOUND_LINK,
  update: UPDATE_UNIT_OUTBOUND_LINK,
  descriptions: {
    list: 'Lists the buttons that each unit of the map has, such as a link to the application form.',
    view: 'Returns one button with its type.',
    create:
      'Adds a button to every unit. `type` says what it does: it opens a URL made from a template, opens a URL stored for each unit, or sends an event to the host page. `type` cannot be changed later.',
    update: 'Changes the label, icon or URL template of a button. The type cannot be changed.',
  },
  dto: UNIT_OUTBOUND_LINK,
  operations: {
    update: {
      permission: 'unit-outbound-links.create', // sic: docs/contract/specification.md, Operations, note 4
    },
  },
}) {}
