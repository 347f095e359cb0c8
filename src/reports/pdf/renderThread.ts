import { parentPort, workerData } from 'node:worker_threads';
import type { RenderJob } from './renderOffLoop.js';
import { renderReportPdf } from './renderReportPdf.js';

/** The program of the thread that sets one report: laying out pages takes the processor for a second. */
const { report, pictures } = workerData as RenderJob;
const pdf = await renderReportPdf(report, pictures);
parentPort?.postMessage(Uint8Array.from(pdf));
