import { Res } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { writesResponse } from './operations.js';

describe('writesResponse', () => {
  class Controller {
    sends(@Res() response: unknown): unknown {
      return response;
    }

    keeps(@Res({ passthrough: true }) response: unknown): unknown {
      return response;
    }

    returns(): void {}
  }
  // As createParamDecorator stores it: a random text, the suffix, and the position.
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, { '1f08c__customRouteArgs__:0': { index: 0 } }, Controller, 'returns');

  it('is true only for a handler that sends the response itself', () => {
    expect(writesResponse(Controller, 'sends')).toBe(true);
    expect(writesResponse(Controller, 'keeps')).toBe(false);
    expect(writesResponse(Controller, 'returns')).toBe(false);
  });
});
