import { MessageWriter } from '../../../io/index.js';

/** When and where something was measured. */
export interface EventTime {
  /** Seconds since 1970. */
  readonly wallTime: number;
  /** A whole number of at least 0. */
  readonly step: number;
}

/** `Event.file_version`: what a file of events begins with. */
export function versionEvent(time: EventTime): Uint8Array {
  return event(time, (fields) => fields.text(3, 'brain.Event:2'));
}

/** `Event.session_log` with the status START: of what earlier files hold, everything from this step on is void. */
export function startEvent(time: EventTime): Uint8Array {
  const [statusNumber, start] = [1, 1];
  return event(time, (fields) => fields.message(7, (log) => log.integer(statusNumber, start)));
}

/** `Event.summary` with a `simple_value` for each tag: 32-bit floats. */
export function scalarsEvent(time: EventTime, scalars: readonly (readonly [tag: string, value: number])[]): Uint8Array {
  return event(time, (fields) =>
    fields.message(5, (summary) => {
      for (const [tag, value] of scalars)
        summary.message(1, (scalar) => {
          scalar.text(1, tag);
          scalar.float(2, value);
        });
    }),
  );
}

function event({ wallTime, step }: EventTime, writeWhat: (fields: MessageWriter) => void): Uint8Array {
  const fields = new MessageWriter();
  fields.double(1, wallTime);
  // Zero is left out, as proto3 has it.
  if (step !== 0) fields.integer(2, step);
  writeWhat(fields);
  return fields.finish();
}
