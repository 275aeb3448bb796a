/** Something that happened, in the past tense; told to other contexts after the commit. */
export interface DomainEvent {}

/** A thing with rules. It records what happened; the unit of work publishes that once it is committed. */
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

// Kept outside the instance: TypeORM makes entities without running constructors, and would see a field as a column.
const recorded = new WeakMap<Aggregate, DomainEvent[]>();

function eventsOf(aggregate: Aggregate): DomainEvent[] {
  const events = recorded.get(aggregate) ?? [];
  recorded.set(aggregate, events);
  return events;
}
