import { Id } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';
import { ValueDto } from '../expenses/expense.dto.js';

class EntryDto extends ValueDto {
  @Id({ optional: true }) assetId?: string;
  @Id({ optional: true }) expenseId?: string;
}

@ApiSchema({ description: 'What an expense costs on a floor plan; without a value, what the expense itself says.' })
export class FloorPlanEntryDto extends EntryDto {
  @Id() floorPlanId: string;
}

@ApiSchema({ description: 'What an expense costs for a unit; without a value, what the expense itself says.' })
export class UnitEntryDto extends EntryDto {
  @Id() unitId: string;
}
