/** What `train_attn` means: the attention's matrices. */
export const ATTENTION: readonly string[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
/** What `train_mlp` means. */
export const MLP: readonly string[] = ['gate_proj', 'up_proj', 'down_proj'];
