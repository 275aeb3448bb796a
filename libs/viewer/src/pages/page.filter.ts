import { type ApiRequest, type ApiResponse, ProblemPages } from '@app/platform/rest';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';

/** Sends errors as a page to browsers, and as JSON to other clients. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(private readonly pages: ProblemPages) {}

  catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    return this.pages.send(http.getRequest<ApiRequest>(), http.getResponse<ApiResponse>(), error);
  }
}
