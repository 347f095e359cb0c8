import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

/** Answers who is in the cluster: this one alone, and it leads. Asked by clients that were given several hosts, or a name of all. */
export const answerGossip = (port: () => number): IGossipServer => ({
  read: (_call, answer) => {
    const here = new gossip.EndPoint().setAddress('localhost').setPort(port());
    const itself = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString('11111111-1111-4111-8111-111111111111'))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(here);
    answer(null, new gossip.ClusterInfo().setMembersList([itself]));
  },
});
