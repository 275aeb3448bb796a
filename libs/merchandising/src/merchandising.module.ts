import { notFound } from '@app/platform/core';
import { onViolation } from '@app/platform/rest';
import { type Persistence } from '@app/platform/persistence';
import type { ProvisionedSet } from '@app/platform/resources';
import { Module } from '@nestjs/common';
import { AssetOutboundLink } from './asset-outbound-links/asset-outbound-link.aggregate.js';
import { AssetOutboundLinkController } from './asset-outbound-links/asset-outbound-link.controller.js';
import { CreateAssetOutboundLinkDto } from './asset-outbound-links/asset-outbound-link.dto.js';
import { DescriptionAssignmentController } from './description-assignments/description-assignment.controller.js';
import { DescriptionAssignment } from './description-assignments/description-assignment.entity.js';
import { DescriptionGroup } from './description-groups/description-group.aggregate.js';
import { DescriptionGroupController } from './description-groups/description-group.controller.js';
import { CreateDescriptionsHandler } from './descriptions/create-descriptions.command.js';
import { DescriptionController } from './descriptions/description.controller.js';
import { Description } from './descriptions/description.aggregate.js';
import { UpdateDescriptionsHandler } from './descriptions/update-descriptions.command.js';
import { FilterOptionUnitController } from './filter-option-units/filter-option-unit.controller.js';
import { FilterOptionUnit } from './filter-option-units/filter-option-unit.entity.js';
import { FilterOption } from './filter-options/filter-option.aggregate.js';
import { CreateFilterOptionHandler } from './filter-options/create-filter-option.command.js';
import { SaveFilterOptionsHandler } from './filter-options/save-filter-options.command.js';
import { FilterOptionController } from './filter-options/filter-option.controller.js';
import { FilterOptions } from './filter-options/filter-option.repository.js';
import { Filter } from './filters/filter.aggregate.js';
import { FilterController } from './filters/filter.controller.js';
import { Gallery } from './galleries/gallery.aggregate.js';
import { GalleryController } from './galleries/gallery.controller.js';
import { MarkerDescription } from './marker-descriptions/marker-description.aggregate.js';
import { MarkerDescriptionController } from './marker-descriptions/marker-description.controller.js';
import * as migrations from './migrations/index.js';
import { ExportMerchandiseHandler } from './provisioning/exported-merchandise.queries.js';
import { UpsertFilterOptionsHandler } from './provisioning/upsert-filter-options.command.js';
import { UnitOutboundLink } from './unit-outbound-links/unit-outbound-link.aggregate.js';
import { UnitOutboundLinkController } from './unit-outbound-links/unit-outbound-link.controller.js';
import { UnitOutboundLinkUrlController } from './unit-outbound-links/unit-outbound-link-url.controller.js';
import { UnitOutboundLinkUrl } from './unit-outbound-links/unit-outbound-link-url.entity.js';
import { ViewerMerchandiseHandler } from './read-models/viewer-merchandise.queries.js';

onViolation('description_group_fkey', () => notFound());

const batches = [CreateDescriptionsHandler, UpdateDescriptionsHandler];
const filters = [CreateFilterOptionHandler, SaveFilterOptionsHandler, FilterOptions];
const provisioning = [ExportMerchandiseHandler, UpsertFilterOptionsHandler];

/** Content next to the map: links, descriptions, filters, markers and galleries. */
@Module({
  controllers: [
    UnitOutboundLinkController,
    UnitOutboundLinkUrlController,
    AssetOutboundLinkController,
    DescriptionGroupController,
    DescriptionController,
    DescriptionAssignmentController,
    FilterController,
    FilterOptionController,
    FilterOptionUnitController,
    MarkerDescriptionController,
    GalleryController,
  ],
  providers: [ViewerMerchandiseHandler, ...batches, ...filters, ...provisioning],
})
export class MerchandisingModule {
  static readonly provisioned: readonly ProvisionedSet[] = [
    { list: 'asset_outbound_links', entity: AssetOutboundLink, body: CreateAssetOutboundLinkDto },
  ];

  static readonly persistence: Persistence = {
    schema: 'merchandising',
    entities: [
      UnitOutboundLink,
      UnitOutboundLinkUrl,
      AssetOutboundLink,
      DescriptionGroup,
      Description,
      DescriptionAssignment,
      Filter,
      FilterOption,
      FilterOptionUnit,
      MarkerDescription,
      Gallery,
    ],
    migrations: Object.values(migrations),
  };
}
