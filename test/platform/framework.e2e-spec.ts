import { body, Ctx, Int32, Operation, Operations, type RequestContext, Resource, returns } from '@app/platform/rest';
import { serveDocumentation } from '@app/documentation';
import { createServer } from '@app/platform/runtime';
import { type Settings } from '@app/platform/core';
import {
  BadRequestException,
  type CallHandler,
  type CanActivate,
  Body,
  Catch,
  type ArgumentsHost,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  GoneException,
  Header,
  Headers,
  HttpCode,
  HttpException,
  Injectable,
  InternalServerErrorException,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  type NestModule,
  NotFoundException,
  Param,
  ParseIntPipe,
  type PipeTransform,
  type Provider,
  Query,
  Redirect,
  Req,
  Res,
  Scope,
  ServiceUnavailableException,
  type Type,
  UnauthorizedException,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, type DiscoveryService, type ModuleRef } from '@nestjs/core';
import {
  IsEmail,
  Validate,
  type ValidationArguments,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { Request, Response } from 'express';
import { map } from 'rxjs';
import { AppModule } from '../../apps/api/src/app.module.js';
import { INFO } from '../../apps/api/src/document.js';
import { TestApp } from '../support/app.js';

class ProbeDto {}

class MailDto {
  @IsEmail() replyTo: string;
}

@ValidatorConstraint({ name: 'atMostMax' })
class AtMostMax implements ValidatorConstraintInterface {
  validate = (min: number, { object }: ValidationArguments) => min <= (object as RangeDto).max;
  defaultMessage = () => 'must be at most `max`';
}

class RangeDto {
  @Int32() @Validate(AtMostMax) min: number;
  @Int32() max: number;
}

const read = (id: string) => ({ id, summary: id, description: id, extension: true, returns: returns.one(ProbeDto) });

@Injectable()
class Deny implements CanActivate {
  canActivate = () => false;
}

@Injectable()
class DenyOnDemand implements CanActivate {
  canActivate = (context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().headers['x-deny'] === undefined;
}

@Injectable()
class Stamp implements NestInterceptor {
  intercept = (_: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(map((value) => (isProbe(value) ? { ...value, stamped: true } : (value as unknown))));
}
const isProbe = (value: unknown): value is object => typeof value === 'object' && value !== null && 'probe' in value;

@Injectable()
class Reject implements PipeTransform {
  transform(): never {
    throw new BadRequestException(['colour must be a colour', 'size must be a size']);
  }
}

@Catch(GoneException)
class Teapot implements ExceptionFilter {
  catch(_: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(418).json({ message: 'A teapot' });
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  asked = 0;
}

@Resource('probes', { tag: 'Probes' })
class ProbeController {
  done = 0;

  @Operation('GET', 'plain', read('probe-plain'))
  plain(@Ctx() { url }: RequestContext) {
    return { probe: url.split('/').at(-1) };
  }

  @Operation('GET', 'guarded', read('probe-guarded'))
  @UseGuards(Deny)
  guarded() {
    return { probe: 'guarded' };
  }

  @UseInterceptors(Stamp)
  @Operation('GET', 'intercepted', read('probe-intercepted'))
  intercepted(@Ctx() _: RequestContext) {
    return { probe: 'intercepted' };
  }

  @Operation('GET', 'piped', read('probe-piped'))
  @UsePipes(Reject)
  piped(@Ctx() _: RequestContext) {
    return { probe: 'piped' };
  }

  @Operation('GET', 'filtered', read('probe-filtered'))
  @UseFilters(Teapot)
  filtered(@Ctx() _: RequestContext): never {
    throw new GoneException();
  }

  @Operation('GET', 'headed', read('probe-headed'))
  @Header('X-Probe', 'headed')
  headed(@Ctx() _: RequestContext) {
    return { probe: 'headed' };
  }

  @Operation('GET', 'asked', read('probe-asked'))
  asked(@Ctx() _: RequestContext, @Query('colour') colour = 'none', @Headers('x-size') size = 'none') {
    return { probe: 'asked', colour, size };
  }

  @Operation('GET', 'numbered/:number', { ...read('probe-numbered'), public: true })
  numbered(@Param('number', ParseIntPipe) number: number) {
    return { probe: 'numbered', number };
  }

  @Operation('GET', 'requested', read('probe-requested'))
  requested(@Req() request: Request, @Ctx() { url }: RequestContext) {
    return { probe: 'requested', alike: url.endsWith(request.path) };
  }

  @Operation('GET', 'answered', read('probe-answered'))
  answered(@Ctx() _: RequestContext, @Res() response: Response) {
    response.status(203).json({ probe: 'answered' });
  }

  @Operation('GET', 'measured', read('probe-measured'))
  measured(@Ctx() _: RequestContext) {
    return { probe: 'measured' };
  }

  @Operation('GET', 'thrown/:name', { ...read('probe-thrown'), public: true })
  thrown(@Param('name') name: keyof typeof EXCEPTIONS): never {
    throw EXCEPTIONS[name]();
  }

  @Operation('DELETE', 'guarded', { ...read('probe-delete-guarded'), returns: returns.nothing })
  @UseGuards(Deny)
  deleteGuarded(@Ctx() _: RequestContext) {
    this.done += 1;
  }

  @UseGuards(Deny)
  @Operation('PUT', 'guarded', read('probe-put-guarded'))
  putGuarded(@Ctx() _: RequestContext) {
    this.done += 1;
    return {};
  }

  @Operation('PUT', 'intercepted', read('probe-put-intercepted'))
  @UseInterceptors(Stamp)
  putIntercepted(@Ctx() _: RequestContext) {
    return { probe: 'intercepted' };
  }

  @Operation('POST', 'mailed', { ...read('probe-mail'), body: body.json(MailDto) })
  mail(@Ctx() { body }: RequestContext<never, MailDto>) {
    return body;
  }

  @Operation('POST', 'ranged', { ...read('probe-range'), body: body.json(RangeDto) })
  range(@Ctx() { body }: RequestContext<never, RangeDto>) {
    return body;
  }

  @HttpCode(200)
  @Operation('POST', 'counted', read('probe-count'))
  count(@Req() _: Request, @Ctx() __: RequestContext, @Query('by') by = '1') {
    this.done += Number(by);
    return { probe: 'counted', done: this.done };
  }

  @UsePipes(Reject)
  @Operation('PUT', 'piped', read('probe-put-piped'))
  putPiped(@Query('colour') _: string) {
    this.done += 1;
    return {};
  }

  @Operation('PUT', 'filtered', read('probe-put-filtered'))
  @UseFilters(Teapot)
  putFiltered(): never {
    throw new GoneException();
  }

  @Header('X-Probe', 'headed')
  @HttpCode(202)
  @Operation('PUT', 'headed', read('probe-put-headed'))
  putHeaded() {
    return { probe: 'headed' };
  }

  @Operation('PUT', 'received', { ...read('probe-put-received'), body: body.json(MailDto) })
  receive(@Body() body: MailDto, @Res({ passthrough: true }) response: Response) {
    response.cookie('probe', '1');
    return body;
  }

  @Operation('PUT', 'measured', read('probe-put-measured'))
  putMeasured() {
    return { probe: 'measured' };
  }

  @Redirect('/v1/probes/plain', 307)
  @Operation('GET', 'redirected', read('probe-redirected'))
  redirected() {
    return undefined;
  }
}

@UseGuards(Deny)
@Resource('guarded-probes', { tag: 'Probes' })
class GuardedController {
  @Operation('GET', '', read('probe-guarded-class'))
  view(@Ctx() _: RequestContext) {
    return { probe: 'guarded' };
  }
}

@Resource('scoped-probes', { tag: 'Probes' })
class ScopedController {
  constructor(private readonly perRequest: PerRequest) {}

  @Operation('GET', '', read('probe-scoped'))
  view(@Ctx() _: RequestContext) {
    return { probe: 'scoped', asked: ++this.perRequest.asked };
  }

  @Operation('PUT', '', read('probe-put-scoped'))
  update(@Ctx() _: RequestContext) {
    return { probe: 'scoped', asked: ++this.perRequest.asked };
  }
}

const EXCEPTIONS = {
  forbidden: () => new ForbiddenException('Not on Sundays'),
  missing: () => new NotFoundException('No such probe'),
  array: () => new BadRequestException(['colour must be a colour', 'size must be a size']),
  coded: () => new HttpException({ message: 'Too dear', code: 'price_too_high' }, 402),
  text: () => new HttpException('Shorter', 414),
  bare: () => new UnauthorizedException(),
  busy: () => new ServiceUnavailableException('The feed is being rebuilt'),
  broken: () => new InternalServerErrorException('select secret from inside'),
};

@Module({ controllers: [ProbeController, GuardedController, ScopedController], providers: [PerRequest] })
class ProbeModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const measure = (_: Request, response: Response, next: () => void) => {
      response.setHeader('X-Measured', 'yes');
      next();
    };
    consumer.apply(measure).forRoutes('v1/probes/measured');
  }
}

/** The main API, extended as another developer would. */
const PROBES = 'Probes answer what tests give them, not what they declare';

const extended =
  (...providers: Provider[]) =>
  (settings: Settings) => {
    const module = AppModule.forRoot(settings);
    return createServer({ ...module, imports: [...module.imports!, ProbeModule], providers }, settings, (app) =>
      serveDocumentation(app, INFO, settings),
    );
  };

let app: TestApp;

describe('Nest runs on every operation:', () => {
  beforeAll(async () => {
    app = (await TestApp.start({}, extended())).undocumented(PROBES);
  });
  afterAll(() => app?.close());

  const probe = async (path: string, asked = {}) => (await app.get(`/v1/probes/${path}`, asked)).body;

  it('guards of a method and of a class, on reads and on writes', async () => {
    const paths = ['/v1/probes/guarded', '/v1/guarded-probes'];
    for (const path of paths) expect((await app.get(path)).body).toMatchObject({ message: 'Forbidden resource' });
    for (const path of paths) expect((await app.get(path)).status).toBe(403);
    expect((await app.delete('/v1/probes/guarded')).status).toBe(403);
    expect((await app.put('/v1/probes/guarded')).status).toBe(403);
    expect((await app.post('/v1/probes/counted?by=0')).body).toEqual({ probe: 'counted', done: 0 });
  });

  it('the key check before guards', async () => {
    expect((await app.get('/v1/probes/guarded', { key: null })).status).toBe(401);
  });

  it('interceptors, on reads and on writes', async () => {
    expect(await probe('intercepted')).toEqual({ probe: 'intercepted', stamped: true });
    const written = await app.put('/v1/probes/intercepted');
    expect(written.body).toEqual({ probe: 'intercepted', stamped: true });
  });

  it('interceptors within the response that Idempotency-Key replays', async () => {
    const write = () => app.put('/v1/probes/intercepted', undefined, { headers: { 'Idempotency-Key': 'stamped' } });
    const [first, second] = [await write(), await write()];
    expect(first.body).toEqual({ probe: 'intercepted', stamped: true });
    expect([second.body, second.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });

  it('pipes, filters, headers and middleware', async () => {
    const piped = await app.get('/v1/probes/piped');
    expect([piped.status, piped.body.message]).toEqual([400, 'colour must be a colour; size must be a size']);
    const filtered = await app.get('/v1/probes/filtered');
    expect([filtered.status, filtered.body]).toEqual([418, { message: 'A teapot' }]);
    expect((await app.get('/v1/probes/headed')).headers.get('x-probe')).toBe('headed');
    expect((await app.get('/v1/probes/measured')).headers.get('x-measured')).toBe('yes');
    expect((await app.get('/v1/probes/plain')).headers.get('x-measured')).toBeNull();
  });

  it('pipes, filters, headers, @HttpCode and middleware on writes', async () => {
    expect((await app.put('/v1/probes/piped?colour=red')).status).toBe(400);
    expect((await app.put('/v1/probes/filtered')).status).toBe(418);
    const headed = await app.put('/v1/probes/headed');
    expect([headed.status, headed.headers.get('x-probe')]).toEqual([202, 'headed']);
    const measured = await app.put('/v1/probes/measured');
    expect([measured.body, measured.headers.get('x-measured')]).toEqual([{ probe: 'measured' }, 'yes']);
    expect((await app.post('/v1/probes/counted?by=0')).body.done).toBe(0);
  });

  it('@Body() with the validated body, and @Res({ passthrough: true })', async () => {
    const received = await app.put('/v1/probes/received', { reply_to: 'a@a.example' });
    expect([received.body, received.headers.get('set-cookie')]).toEqual([
      { replyTo: 'a@a.example' },
      'probe=1; Path=/',
    ]);
    expect((await app.put('/v1/probes/received', { reply_to: 'a' })).status).toBe(422);
  });

  it('@Redirect()', async () => {
    const { status, headers } = await app.get('/v1/probes/redirected');
    expect([status, headers.get('location')]).toEqual([307, '/v1/probes/plain']);
  });

  it('handlers with other parameters than @Ctx()', async () => {
    expect(await probe('asked')).toEqual({ probe: 'asked', colour: 'none', size: 'none' });
    const sent = { headers: { 'X-Size': '3' } };
    expect(await probe('asked?colour=red', sent)).toEqual({ probe: 'asked', colour: 'red', size: '3' });
    expect(await probe('requested')).toEqual({ probe: 'requested', alike: true });
    expect(await probe('numbered/7')).toEqual({ probe: 'numbered', number: 7 });
    const refused = await app.get('/v1/probes/numbered/seven');
    expect([refused.status, refused.body.message]).toEqual([400, 'Validation failed (numeric string is expected)']);
    const answered = await app.get('/v1/probes/answered');
    expect([answered.status, answered.body]).toEqual([203, { probe: 'answered' }]);
  });

  it('decorators of class-validator, within a field and across fields', async () => {
    const mail = (reply_to: unknown) => app.post('/v1/probes/mailed', { reply_to });
    expect((await mail('a@a.example')).body).toEqual({ replyTo: 'a@a.example' });
    const refused = await mail('a');
    expect([refused.status, refused.body.fields]).toEqual([422, { reply_to: ['must be an email'] }]);
    const range = (body: object) => app.post('/v1/probes/ranged', body);
    expect((await range({ min: 1, max: 2 })).body).toEqual({ min: 1, max: 2 });
    expect((await range({ min: 3, max: 2 })).body.fields).toEqual({ min: ['must be at most `max`'] });
    expect((await range({ min: 3, most: 2 })).body).toMatchObject({
      fields: { min: ['must be at most `max`'], max: ['is required'], most: ['is not a known field'] },
      fault_count: 3,
    });
  });

  it('@Ctx() at any position, with Idempotency-Key', async () => {
    const count = () => app.post('/v1/probes/counted?by=2', undefined, { headers: { 'Idempotency-Key': 'once' } });
    const [first, second] = [await count(), await count()];
    expect(first.body).toEqual({ probe: 'counted', done: 2 });
    expect([second.body, second.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });

  it('request-scoped providers', async () => {
    for (let asked = 0; asked < 2; asked++)
      expect((await app.get('/v1/scoped-probes')).body).toEqual({ probe: 'scoped', asked: 1 });
    const tag = (await app.get('/v1/scoped-probes')).headers.get('etag')!;
    const update = (ifMatch: string) => app.put('/v1/scoped-probes', undefined, { headers: { 'If-Match': ifMatch } });
    expect([(await update(tag)).status, (await update('"other"')).status]).toEqual([200, 412]);
  });

  it.each([
    ['forbidden', 403, 'Not on Sundays', 'forbidden'],
    ['missing', 404, 'No such probe', 'not_found'],
    ['array', 400, 'colour must be a colour; size must be a size', 'bad_request'],
    ['coded', 402, 'Too dear', 'price_too_high'],
    ['text', 414, 'Shorter', 'uri_too_long'],
    ['bare', 401, 'Unauthorized', 'unauthorized'],
    ['busy', 503, 'The feed is being rebuilt', 'service_unavailable'],
    ['broken', 500, 'Something went wrong on our side', 'internal'],
  ])('exceptions with their status and message: %s', async (name, status, message, code) => {
    const answer = await app.get(`/v1/probes/thrown/${name}`);
    const request_id = answer.headers.get('x-request-id');
    expect([answer.status, answer.body]).toEqual([status, { message, code, request_id }]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'ApiKey realm="property-map-service"' : null);
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  });

  it('"Route not found" only for unmatched requests', async () => {
    for (const path of ['/nothing', '/v1/nothing', '/probes/plain'])
      expect((await app.get(path)).body).toMatchObject({ message: 'Route not found', code: 'not_found' });
  });
});

describe('Every operation uses', () => {
  it.each<['a guard' | 'a pipe' | 'an interceptor' | 'a filter', Provider, unknown]>([
    ['a guard', { provide: APP_GUARD, useClass: DenyOnDemand }, 403],
    ['a pipe', { provide: APP_PIPE, useClass: Reject }, 400],
    ['an interceptor', { provide: APP_INTERCEPTOR, useClass: Stamp }, true],
    ['a filter', { provide: APP_FILTER, useClass: Teapot }, 418],
  ])('%s that the application provides globally', async (kind, provider, expected) => {
    const everywhere = (await TestApp.start({}, extended(provider))).undocumented(PROBES);
    try {
      const plain = await everywhere.get('/v1/probes/plain', { headers: { 'X-Deny': 'yes' } });
      const gone = await everywhere.get('/v1/probes/filtered');
      const seen = {
        'a guard': plain.status,
        'a pipe': plain.status,
        'an interceptor': plain.body.stamped,
        'a filter': gone.status,
      };
      expect(seen[kind]).toBe(expected);
    } finally {
      await everywhere.close();
    }
  });
});

describe('The application does not start with', () => {
  const start = (metatype: Type) => {
    const controller = { metatype, instance: {}, isDependencyTreeStatic: () => true };
    const discovery = { getControllers: () => [controller] } as unknown as DiscoveryService;
    return () => new Operations(discovery, {} as ModuleRef).onModuleInit();
  };

  it('a rule that the OpenAPI document cannot show', () => {
    @ValidatorConstraint()
    class Silent implements ValidatorConstraintInterface {
      validate = () => true;
    }
    class SilentDto {
      @Validate(Silent) name: string;
    }
    @Resource('wrong', { tag: 'Probes' })
    class Wrong {
      @Operation('PUT', '', { ...read('wrong'), body: body.json(SilentDto) })
      update(@Ctx() { body }: RequestContext<never, SilentDto>) {
        return body;
      }
    }
    expect(start(Wrong)).toThrow('SilentDto.name: @Silent cannot be shown in the OpenAPI document: give it a message');
  });

  it('a write that sends its own response', () => {
    @Resource('wrong', { tag: 'Probes' })
    class Wrong {
      @Operation('DELETE', '', read('wrong'))
      remove(@Ctx() _: RequestContext, @Res() response: Response) {
        response.end();
      }
    }
    expect(start(Wrong)).toThrow('Wrong.remove writes to the response');
  });
});
