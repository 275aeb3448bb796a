import { Module } from '@nestjs/common';
import { StartPageLinks } from './start-page.js';

/** The documentation of an API; `serveDocumentation` serves it. */
@Module({ providers: [StartPageLinks] })
export class DocumentationModule {}
