import { concat, doubleField, floatField, integerField, messageField, textField } from '../protobuf.js';

/** When and where something was measured. */
export interface EventTime {
  /** Seconds since 1970. */
  readonly wallTime: number;
  /** A whole number of at least 0. */
  readonly step: number;
}

/** `Event.file_version`: what a file of events begins with. */
export function versionEvent(time: EventTime): Uint8Array {
  return concat(...timeFields(time), textField(3, 'brain.Event:2'));
}

/** `Event.session_log` with the status START: of what earlier files hold, everything from this step on is void. */
export function startEvent(time: EventTime): Uint8Array {
  const [statusNumber, start] = [1, 1];
  return concat(...timeFields(time), messageField(7, integerField(statusNumber, start)));
}

/** `Event.summary` with a `simple_value` for each tag: 32-bit floats. */
export function scalarsEvent(time: EventTime, scalars: readonly (readonly [tag: string, value: number])[]): Uint8Array {
  const values = scalars.map(([tag, value]) => messageField(1, concat(textField(1, tag), floatField(2, value))));
  return concat(...timeFields(time), messageField(5, concat(...values)));
}

function timeFields({ wallTime, step }: EventTime): Uint8Array[] {
  return [doubleField(1, wallTime), integerField(2, step)];
}
