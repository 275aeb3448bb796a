/** The file of a consumer. */

export const job = ({ Class, name, event, producer }) =>
  `import { OutboxConsumer } from '@app/platform/persistence';
import { ${event} } from '@app/${producer}/contract';
import { Injectable } from '@nestjs/common';

/** The reaction to the event, for \`:assets\`. */
const REACT = 'select unnest(:assets::bigint[])';

@Injectable()
export class ${Class}Job extends OutboxConsumer {
  protected readonly name = '${name}';
  protected readonly events = [${event}];

  protected async consume(assets: string[]): Promise<void> {
    await this.database.execute(REACT, { assets });
  }
}
`;
