import { Ctx, nothing, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus } from '@nestjs/cqrs';
import { RequestBuild } from './request-build.command.js';

@Resource('assets/:asset/multifamily/caches', { tag: 'Caches', flag: 'build-caches' })
export class CacheController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', 'build', {
    id: 'build-caches',
    summary: 'Build caches',
    description:
      'Rebuilds the viewer document of the asset in the background. Maps follow published prices, pricing units, unit maps, and numbers and floors of units within seconds. Call this after all other changes, such as those of floor plans, links, filters or descriptions. Requests that arrive during a rebuild are merged into one.',
    permission: 'caches.build',
    returns: nothing,
    status: 202,
  })
  async build(@Ctx() { ids }: RequestContext<'asset'>): Promise<void> {
    await this.commands.execute(new RequestBuild([ids.assetId]));
  }
}
