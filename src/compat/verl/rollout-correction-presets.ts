import type { VerlRolloutCorrection } from './rollout-correction.js';

const DISABLED = {
  rollout_is: null,
  rollout_is_threshold: 2,
  rollout_is_batch_normalize: false,
  rollout_rs: null,
  rollout_rs_threshold: null,
  bypass_mode: false,
  loss_type: 'ppo_clip',
} as const satisfies VerlRolloutCorrection;

const GEOMETRIC = { rollout_rs: 'seq_mean_k1', rollout_rs_threshold: '0.999_1.001' } as const;
const K3 = { rollout_rs: 'seq_mean_k3', rollout_rs_threshold: 0.01 } as const;
const TOKEN = { rollout_is: 'token' } as const;
const SEQUENCE = { rollout_is: 'sequence' } as const;
const ICEPOP = { rollout_is_threshold: '0.5_5.0' } as const;
const BYPASS_CLIP = { bypass_mode: true, loss_type: 'ppo_clip' } as const;
const BYPASS_REINFORCE = { bypass_mode: true, loss_type: 'reinforce' } as const;

/** verl's named configurations; those with `icepop` since 0.10.0.dev. */
export const VERL_ROLLOUT_CORRECTION_PRESETS = {
  disabled: DISABLED,
  decoupled_token_is: { ...DISABLED, ...TOKEN },
  decoupled_seq_is: { ...DISABLED, ...SEQUENCE },
  decoupled_token_icepop: { ...DISABLED, ...TOKEN, ...ICEPOP },
  decoupled_seq_is_rs: { ...DISABLED, ...SEQUENCE, rollout_rs: 'seq_sum_k1', rollout_rs_threshold: '0.5_2.0' },
  decoupled_geo_rs: { ...DISABLED, ...GEOMETRIC },
  decoupled_geo_rs_seq_tis: { ...DISABLED, ...SEQUENCE, ...GEOMETRIC },
  decoupled_geo_rs_token_tis: { ...DISABLED, ...TOKEN, ...GEOMETRIC },
  decoupled_k3_rs: { ...DISABLED, ...K3 },
  decoupled_k3_rs_seq_tis: { ...DISABLED, ...SEQUENCE, ...K3 },
  decoupled_k3_rs_token_tis: { ...DISABLED, ...TOKEN, ...K3 },
  bypass_ppo_clip: { ...DISABLED, ...BYPASS_CLIP },
  bypass_ppo_clip_geo_rs: { ...DISABLED, ...BYPASS_CLIP, ...GEOMETRIC },
  bypass_ppo_clip_k3_rs: { ...DISABLED, ...BYPASS_CLIP, ...K3 },
  bypass_pg_is: { ...DISABLED, ...BYPASS_REINFORCE, ...SEQUENCE },
  bypass_pg_token_icepop: { ...DISABLED, ...BYPASS_REINFORCE, ...TOKEN, ...ICEPOP },
  bypass_pg_geo_rs: { ...DISABLED, ...BYPASS_REINFORCE, ...GEOMETRIC },
  bypass_pg_geo_rs_seq_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...SEQUENCE, ...GEOMETRIC },
  bypass_pg_geo_rs_token_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...TOKEN, ...GEOMETRIC },
} as const satisfies { readonly [name: string]: VerlRolloutCorrection };

/** The names of verl's presets. */
export type VerlRolloutCorrectionPreset = keyof typeof VERL_ROLLOUT_CORRECTION_PRESETS;
