/** What one optimizer step does otherwise than the learner's own settings say. */
export interface OptimizerParameters {
  /** The rate of this step as it is: no schedule multiplies it. */
  readonly learningRate?: number | undefined;
  readonly beta1?: number | undefined;
  readonly beta2?: number | undefined;
  readonly epsilon?: number | undefined;
  readonly weightDecay?: number | undefined;
  /** Gradients are scaled down to this global norm; Infinity lets every norm through. */
  readonly maxGradientNorm?: number | undefined;
}

/** What one optimizer step came to. */
export interface OptimizerReport {
  /** Global norm of the accumulated gradient, before clipping; absent where the engine does not say. */
  readonly gradientNorm?: number | undefined;
  readonly learningRate: number;
  /** Optimizer steps taken so far, this one included. */
  readonly step: number;
}
