import { InferenceSession } from 'onnxruntime-node';
import { type ModelFolder, ModelsUnusable } from './modelFiles.js';

// From 1.29 on ONNX Runtime tells Microsoft of each network that is opened, unless it is told not to before the first:
// https://github.com/microsoft/onnxruntime/pull/27379
process.env['ORT_DISABLE_TELEMETRY'] = '1';

/**
 * Opens a network. Threads do not spin while they wait: with two cores and two networks, spinning takes the time from the one that works. How
 * memory is used is not planned ahead for each size of input: hardly any comes twice.
 * @param file as the manifest names it, for the message
 * @throws ModelsUnusable naming the file where it is no network
 */
export async function openNetwork(
  setting: ModelFolder['setting'],
  { content, file, threads }: { content: Buffer; file: string; threads: number },
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(content, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      enableMemPattern: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    });
  } catch {
    throw new ModelsUnusable(`${setting}: ${file} is not a network that ONNX Runtime can load`);
  }
}
