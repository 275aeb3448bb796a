import { Json } from '../../persistence/reads/json.js';
import { RequestContext } from './request-context.js';
import type { ApiRequest, ApiResponse } from '../responses/request.js';

const request = { base: 'https://pms.example', url: '/v1/bays/?colour=red', params: {} } as ApiRequest;
const context = new RequestContext(request, {} as ApiResponse, [], {}, {}, undefined);

describe('The response to a created resource', () => {
  it('has a Location and the declared status', () => {
    const { text, status, headers } = context.created('7', new Json('{"id":"7"}'));
    expect({ text, status, headers }).toEqual({
      ...{ text: '{"id":"7"}', status: undefined },
      headers: { Location: 'https://pms.example/v1/bays/7' },
    });
  });

  it('has the location of the list for a batch', () => {
    expect(context.created(undefined, new Json('[]')).headers).toEqual({ Location: 'https://pms.example/v1/bays' });
  });
});
