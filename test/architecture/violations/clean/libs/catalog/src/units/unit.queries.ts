import { Query } from '@nestjs/cqrs';

export class ListUnits extends Query<string[]> {}
