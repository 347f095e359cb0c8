/** What is said of agents, in English. */
export const agents = {
  title: 'Agents',
  none: 'There is no agent: the wizard makes one in a conversation.',
  version: 'Version',
  deployed: 'Deployed',
  notDeployed: 'Not deployed',
  casesOfMonth: 'Cases, 30 days',
  withdraw: 'Withdraw',
  deploy: 'Deploy',
  definition: 'Definition',
};
