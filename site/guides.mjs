/** The guides in the order in which the site lists them. A guide that is in no section comes last. */
export const SECTIONS = [
  {
    title: 'Start',
    pages: [
      'README.md',
      'docs/training.md',
      'docs/agents.md',
      'docs/finetuning.md',
      'docs/whole-pass.md',
      'docs/gpus.md',
    ],
  },
  {
    title: 'Coming from',
    pages: [
      'docs/from-verl.md',
      'docs/from-trl.md',
      'docs/from-openai.md',
      'docs/migrating-from-code-judge.md',
      'docs/compat.md',
    ],
  },
  {
    title: 'The method',
    pages: [
      'docs/downsampling.md',
      'docs/advantages.md',
      'docs/objective.md',
      'docs/verification.md',
      'docs/rewards.md',
      'docs/embedding.md',
    ],
  },
  {
    title: 'Rollouts',
    pages: [
      'docs/rollouts.md',
      'docs/tools.md',
      'docs/chat-templates.md',
      'docs/engine-protocol.md',
      'docs/scheduling.md',
      'docs/asynchronous.md',
      'docs/tracing.md',
      'docs/chat.md',
    ],
  },
  { title: 'Sandbox', pages: ['docs/sandbox.md', 'docs/sandbox-deployment.md', 'SECURITY.md'] },
  {
    title: 'Training',
    pages: [
      'docs/recipes.md',
      'docs/data.md',
      'docs/demonstrations.md',
      'docs/sizing.md',
      'docs/models.md',
      'docs/kernel.md',
      'docs/tinker.md',
      'docs/tinker-serve.md',
      'docs/tinker-semantics.md',
      'docs/evaluation.md',
      'docs/reports.md',
      'docs/trouble.md',
    ],
  },
  {
    title: 'The package',
    pages: [
      'docs/cli.md',
      'docs/seams.md',
      'docs/package.md',
      'docs/bundlers.md',
      'docs/architecture.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
    ],
  },
];
