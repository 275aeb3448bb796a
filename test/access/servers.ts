import { openApiDocument } from '@app/documentation';
import { Operations } from '@app/platform/rest';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { INFO as DATA_MODELS_INFO } from '../../apps/data-models-api/src/document.js';
import { INFO } from '../../apps/api/src/document.js';
import { TestApp } from '../support/app.js';
import { type Api, SERVED, type Specified } from './specified.js';
import { Fixture } from './fixture.js';

/** An API, its OpenAPI document, and fixtures in it. */
export class Server {
  private constructor(
    readonly app: TestApp,
    readonly document: OpenAPIObject,
    readonly operations: readonly Specified[],
  ) {}

  static async start(api: Api): Promise<Server> {
    const app = await (api === 'main' ? TestApp.start() : TestApp.start({}, createDataModelsApi));
    const document = openApiDocument(app.app.get(Operations).all, api === 'main' ? INFO : DATA_MODELS_INFO);
    return new Server(
      app,
      document,
      SERVED.filter((operation) => operation.api === api),
    );
  }

  fixture(): Promise<Fixture> {
    return Fixture.make(this.app, this.document, this.operations);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
