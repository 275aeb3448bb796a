/** A domain event, named in the past tense; published to other contexts after the commit. */
export interface DomainEvent {}

/** An aggregate root. It records domain events; the unit of work publishes them after the commit. */
export abstract class Aggregate {
  protected record(event: DomainEvent): void {
    eventsOf(this).push(event);
  }

  takeEvents(): DomainEvent[] {
    const events = recorded.get(this) ?? [];
    recorded.delete(this);
    return events;
  }
}

// Outside the instance, because TypeORM creates entities without field initialisers.
const recorded = new WeakMap<Aggregate, DomainEvent[]>();

function eventsOf(aggregate: Aggregate): DomainEvent[] {
  const events = recorded.get(aggregate) ?? [];
  recorded.set(aggregate, events);
  return events;
}
