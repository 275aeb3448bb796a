import 'reflect-metadata';
import { IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsPositive, ValidateNested } from 'class-validator';
import { Column, Entity } from 'typeorm';
import { AssetOwned } from '../../core/model/asset-owned.js';
import type { ListQuery } from '../../persistence/reads/json-query.js';
import { TimestampColumn } from '../../persistence/aggregates/timestamp-column.js';
import { DeleteResource } from '../../resources/resource-commands.js';
import { ViewResource } from '../../resources/resource-queries.js';
import { Id, Identified, Int32, OneOf, Shape, Text, Timestamp, Timestamped } from '../schema/fields.js';
import { Operation, operationOf, Resource } from '../declare/operation.js';
import * as returns from '../declare/returns.js';
import { Ctx, type RequestContext } from '../declare/request-context.js';
import { ResourceController } from './resource-controller.js';

class CreateBayDto {
  @Text() name: string;
}
class BayDto extends CreateBayDto {
  @Text() ownerId: string;
  @Text() imageUrl: string;
}

@Entity({ schema: 'parking', name: 'bay' })
class Bay extends AssetOwned {
  @Column('text') name: string;

  override revise({ name }: CreateBayDto): void {
    this.name = name;
  }
}

const BAY = {
  ...{ name: 'parking-bay', parameter: 'bay', entity: Bay, create: CreateBayDto, update: CreateBayDto },
  descriptions: { create: 'Adds a bay.' },
};

@Resource('bays', { tag: 'Bays' })
class BayController extends ResourceController({
  ...{ ...BAY, dto: BayDto, images: ['image'], order: 'bay.name, bay.id' },
  operations: { view: { permission: undefined }, create: { flag: 'bays' } },
}) {
  @Operation('PUT', ':bay', { id: 'park', summary: 'Park', description: 'Parks.', returns: returns.nothing })
  override update(@Ctx() { ids }: RequestContext<'asset'>) {
    return Promise.resolve(ids);
  }
}

const declared = (name: keyof BayController) => operationOf(BayController.prototype[name])!;

describe('ResourceController', () => {
  it('rejects an image that responses do not show', () => {
    const options = { ...BAY, dto: BayDto, images: ['image', 'plan'] };
    expect(() => ResourceController(options)).toThrow('BayDto does not show the image plan: it needs plan_url');
  });

  it('declares operations named after the resource', () => {
    expect(declared('list')).toMatchObject({
      ...{ method: 'GET', path: 'v1/bays', id: 'list-parking-bays', summary: 'List parking bays' },
      permission: 'service.parking-bays.read',
    });
    expect(declared('create')).toMatchObject({
      ...{ id: 'create-parking-bay', description: 'Adds a bay.', flag: 'bays', status: 201 },
    });
    expect(declared('view')).toMatchObject({ path: 'v1/bays/:bay', permission: undefined });
  });

  it('generates missing descriptions', () => {
    expect(declared('list').description).toBe('Lists the parking bays of an asset.');
    expect(declared('view').description).toBe('Returns one parking bay.');
  });

  it('looks up the id of the path in the table of the entity', () => {
    expect(declared('view').pathResolver.target).toBe('parking.bay');
  });

  it('lets a subclass override a method with an operation of its own', () => {
    expect(declared('update')).toMatchObject({ id: 'park', status: 204, permission: undefined });
  });

  it('selects the columns of the response', async () => {
    const asked: object[] = [];
    const controller = Object.assign(new BayController(), {
      queries: { execute: (query: object) => Promise.resolve(void asked.push(query)) },
    });
    await controller.view({ ids: { assetId: '1', bayId: '7' }, filesUrl: '/files/' } as never);
    expect(asked).toMatchObject([
      {
        ...{ ids: { assetId: '1' }, id: '7', filesUrl: '/files/' },
        rows: {
          from: 'parking.bay bay',
          select: expect.stringContaining(
            'bay.name, bay.owner_id::text, :files || bay.image as image_url, bay.created_at',
          ),
          order: 'bay.name, bay.id',
        },
      },
    ]);
  });

  it('stores objects whose fields have the same names in JSON, and rejects others', () => {
    class Size {
      @IsPositive() height: number;
    }
    class Hours {
      @Int32() opensAt: number;
    }
    class CreateSizedDto {
      @ValidateNested() @Type(() => Size) size: Size;
    }
    class CreateOpenDto {
      @ValidateNested() @Type(() => Hours) hours: Hours;
    }
    const declare = (create: new () => object) => () =>
      ResourceController({ ...BAY, create, update: create, dto: BayDto } as never);
    expect(declare(CreateSizedDto)).not.toThrow();
    expect(declare(CreateOpenDto)).toThrow(
      'CreateOpenDto.hours would be stored with the names of Hours, such as opensAt for opens_at: declare it with @Shape',
    );
  });

  it('rejects a timestamp whose column has another type', () => {
    class CreateTourDto {
      @Timestamp() startsAt: string;
    }
    @Entity({ schema: 'parking', name: 'tour' })
    class Tour extends Bay {
      @Column('timestamptz') startsAt: Date;
    }
    @Entity({ schema: 'parking', name: 'visit' })
    class Visit extends Bay {
      @TimestampColumn() startsAt: string;
    }
    const declare = (entity: typeof Bay) => () =>
      ResourceController({ ...BAY, entity, create: CreateTourDto, update: CreateTourDto, dto: BayDto } as never);
    expect(declare(Tour)).toThrow('Tour.startsAt is a string in requests: declare it with @TimestampColumn()');
    expect(declare(Visit)).not.toThrow();
  });

  it('returns the deleted resource, if it declares a delete', async () => {
    const done: object[] = [];
    const execute = (message: object) => Promise.resolve(done.push(message) && 'viewed');
    @Resource('bays', { tag: 'Bays' })
    class DeletingController extends ResourceController({ ...BAY, dto: BayDto, deletes: 'Deletes a bay.' }) {}
    const { method, id, summary, permission } = operationOf(DeletingController.prototype.delete)!;
    expect([method, id, summary, permission]).toEqual([
      ...['DELETE', 'delete-parking-bay', 'Delete parking bay', 'service.parking-bays.delete'],
    ]);
    expect(operationOf(BayController.prototype.delete)).toBeUndefined();

    const controller = Object.assign(new DeletingController(), { queries: { execute }, commands: { execute } });
    const context = { ids: { assetId: '1', bayId: '7' }, query: {} } as never;
    expect(await controller.delete(context)).toBe('viewed');
    const view = expect.any(ViewResource);
    expect(done).toEqual([expect.objectContaining({ entity: Bay, assetId: '1', id: '7', view })]);
    expect(done[0]).toBeInstanceOf(DeleteResource);
  });

  it('selects the columns of each variant, without those that lists omit', async () => {
    class OpenBayDto extends IntersectionType(Identified, CreateBayDto, Timestamped) {
      @OneOf(['open']) type: 'open';
    }
    class CoveredBayDto extends OpenBayDto {
      @Text({ max: 9, description: 'Roof' }) roof: string;
      @Shape({ type: 'array', items: {} }, { sometimes: true, example: [] }) leases: never[];
    }
    @Resource('bays', { tag: 'Bays' })
    class RoofedController extends ResourceController({ ...BAY, dto: { open: OpenBayDto, covered: CoveredBayDto } }) {}
    const asked: { rows: ListQuery }[] = [];
    const controller = Object.assign(new RoofedController(), {
      queries: { execute: (query: { rows: ListQuery }) => Promise.resolve(void asked.push(query)) },
    });

    await controller.list({ ids: { assetId: '1' } } as never);
    const { from, expression } = asked[0]!.rows;
    expect(from).toBe('parking.bay bay');
    const [open, covered] = expression!.split("when 'covered'");
    expect(open).toContain(`case bay.type when 'open' then`);
    expect(open).toContain('bay.name, bay.type, bay.created_at');
    expect(covered).toContain('bay.name, bay.type, bay.roof, bay.created_at');
  });

  it('rejects an id if the entity does not name its table', () => {
    class CreateLeaseDto extends CreateBayDto {
      @Id() unitId: string;
    }
    @Entity({ schema: 'parking', name: 'lease' })
    class Lease extends Bay {
      static references?: Record<string, string>;
      @Column('bigint') unitId: string;
    }
    const lease = () =>
      ResourceController({ ...BAY, entity: Lease, create: CreateLeaseDto, update: CreateLeaseDto, dto: BayDto });

    expect(lease).toThrow('Lease.unitId refers to another resource: add its table to `static references` of Lease');
    Lease.references = { unitId: 'catalog.unit_v1' };
    expect(lease).not.toThrow();
  });
});
