import type { IUsersServer } from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import type { Metadata } from '@grpc/grpc-js';
import { refusalOf, type Users } from './access.js';
import type { MemoryLog } from './memoryLog.js';
import { refusals, type Refusal } from './messages.js';

/** Lets an administrator make users and set passwords; nothing else of the service is there. */
export function answerUsers(access: { users: Users; log: MemoryLog }): IUsersServer {
  const refused = (headers: Metadata): Refusal | undefined => refusalOf(access, headers, 'administer');
  const absent = (_call: unknown, answer: (refusal: Refusal) => void): void => answer(refusals.unimplemented('Users'));
  return {
    create(call, answer) {
      const asked = call.request.getOptions();
      const name = asked?.getLoginName() ?? '';
      const refusal = refused(call.metadata) ?? (access.users?.has(name) ? refusals.userConflict() : undefined);
      if (refusal) return answer(refusal);
      access.users?.set(name, asked?.getPassword() ?? '');
      answer(null, new users.CreateResp());
    },
    resetPassword(call, answer) {
      const asked = call.request.getOptions();
      const refusal = refused(call.metadata);
      if (refusal) return answer(refusal);
      access.users?.set(asked?.getLoginName() ?? '', asked?.getNewPassword() ?? '');
      answer(null, new users.ResetPasswordResp());
    },
    ...{ update: absent, delete: absent, disable: absent, enable: absent, changePassword: absent },
    details: (call) => void call.emit('error', refusals.unimplemented('Users')),
  };
}
