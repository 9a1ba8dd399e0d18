/** The training worker: the model, the run and its store. */
import type { Doing, FromWorker, ToWorker } from './messages.js';
import { remoteTool, type RemoteTool } from './remote-tool.js';
import { PAGE, SHORT } from './settings.js';
import { Trainer } from './trainer.js';

const post = (message: FromWorker) => self.postMessage(message);
let trainer: Trainer;
let python: RemoteTool;
let opened: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'open':
      python = remoteTool(data.tool, (id, args) => post({ kind: 'python', id, args }));
      trainer = new Trainer(data.isShort ? SHORT : PAGE, python, post);
      opened = trainer.open(new URL('tfjs/', self.location.href).href);
      return reporting('open', opened);
    case 'train':
      return reporting(
        'train',
        opened.then(() => trainer.train(data.algorithm)),
      );
    case 'pause':
      return trainer.pause();
    case 'resume':
      return trainer.resume();
    case 'start-over':
      return reporting(
        'start-over',
        opened.then(() => trainer.startOver()),
      );
    case 'ask':
      return reporting(
        'ask',
        opened.then(() => trainer.ask(data.algorithm, data.text, data.groundTruth)),
      );
    case 'report':
      return reporting(
        'report',
        opened.then(() => trainer.report(data.algorithm)),
      );
    case 'python-result':
      return python.settle(data.id, data.result);
  }
};

// A page is not notified of these.
self.onunhandledrejection = ({ reason }) => post({ kind: 'failed', doing: 'train', message: messageOf(reason) });

/** Reports what a call throws. */
function reporting(doing: Doing, call: Promise<void>): void {
  call.catch((error: unknown) => post({ kind: 'failed', doing, message: messageOf(error) }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
