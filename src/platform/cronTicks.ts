import { CronExpressionParser } from 'cron-parser';

/** The newest tick at or before a time, of a cron expression in UTC. @throws Error for an expression that makes no sense */
export const newestTick = (expression: string, at: Date): Date =>
  // `prev` looks strictly before a time.
  CronExpressionParser.parse(expression, { currentDate: new Date(at.getTime() + 1), tz: 'UTC' })
    .prev()
    .toDate();

/** The first tick after a time. @throws Error for an expression that makes no sense */
export const nextTick = (expression: string, after: Date): Date =>
  CronExpressionParser.parse(expression, { currentDate: after, tz: 'UTC' }).next().toDate();
