import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RequestBuild } from './request-build.command.js';

@Resource('assets/:asset/multifamily/caches', { tag: 'Caches', flag: 'build-caches' })
export class CacheController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', 'build', {
    id: 'build-caches',
    description:
      'Rebuilds the viewer document of the asset in the background. Maps follow every change within seconds, so this is rarely necessary: call it if a map must not wait, or after changes to the database with triggers disabled. Requests that arrive during a rebuild are merged into one.',
    permission: 'caches.build',
    returns: returns.nothing,
  })
  @HttpCode(202)
  async build(@Ctx() { ids }: RequestContext<'asset'>): Promise<void> {
    await this.commands.execute(new RequestBuild([ids.assetId]));
  }
}
