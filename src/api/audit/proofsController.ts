import { Controller, Get, Query, Response, Route, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type { ConsistencyView, InclusionView, LogPosition, TreeHeadView } from './proofContract.js';

/** Proofs that the log was not changed, for whoever does not want to believe it. */
@Route('v1/audit')
@Tags('Audit')
export class ProofsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * What the log is now: how many events it has, the hash of the tree over all of them, those of all tenants, and a signature that the keys at
   * `/v1/signing-keys` verify. Keep one, and every later one can be asked to prove that it continues it.
   * @summary Signed tree head
   */
  @Get('tree-head')
  async getTreeHead(): Promise<TreeHeadView> {
    return this.call.services.commands.proofs.treeHead();
  }

  /**
   * Proves that an event of the caller's tenant is in the log of a size: hashing the leaf and then the path (RFC 9162, section 2.1.3.2) comes to the root of the
   * tree head of that size.
   * @summary Prove that an event is in the log
   * @param position Place of the event in the log
   * @param tree_size Size of the tree, as a tree head has it
   * @isInt tree_size
   * @minimum tree_size 1
   * @maximum tree_size 9007199254740991
   */
  @Get('inclusion')
  @Response<ErrorBody>(404, 'There is no event there, or it is of another tenant', {
    detail: 'There is no event at this position',
  })
  async getInclusionProof(@Query() position: LogPosition, @Query() tree_size: number): Promise<InclusionView> {
    const { proofs } = this.call.services.commands;
    const asked = { position: BigInt(position), treeSize: tree_size };
    const { leaf, ...proof } = await proofs.inclusion(asked, (tenantId) => this.call.maySee(tenantId));
    return { ...proof, leaf: Buffer.from(leaf).toString('base64') };
  }

  /**
   * Proves that the log of the second size begins with that of the first: nothing was changed, removed or put in between. Verified as RFC 9162, section 2.1.4.2, says.
   * @summary Prove that the log only grew
   * @param first Size of the smaller tree, as a tree head has it
   * @isInt first
   * @minimum first 0
   * @maximum first 9007199254740991
   * @param second Size of the larger tree
   * @isInt second
   * @minimum second 0
   * @maximum second 9007199254740991
   */
  @Get('consistency')
  async getConsistencyProof(@Query() first: number, @Query() second: number): Promise<ConsistencyView> {
    return { path: await this.call.services.commands.proofs.consistency(first, second) };
  }
}
