import { migrate } from '../../dist/platform/database/migrate.js';
import { allMigrations } from '../../dist/start/migrations.js';

/** Makes the tables of the built service in the database of the given connection string, as the service does when it starts. */
await migrate({ url: process.argv[2] }, allMigrations);
