import { OutboxConsumer } from './outbox-consumer.js';

describe('A consumer of the outbox', () => {
  it('without @Consumer stops the start of the application', () => {
    class ForgottenJob extends OutboxConsumer {
      protected consume = () => Promise.resolve();
    }
    expect(() => new ForgottenJob().onModuleInit()).toThrow("ForgottenJob needs @Consumer('name', Event)");
  });
});
