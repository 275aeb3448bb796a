import { Module } from '@nestjs/common';
import { StartPageLinks } from './start-page.js';

/** What an API says about itself; `serveDocumentation` serves it. */
@Module({ providers: [StartPageLinks] })
export class DocumentationModule {}
