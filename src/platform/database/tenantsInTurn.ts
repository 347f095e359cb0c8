/** What a text is followed by where texts stand in the order of their bytes (`collate "C"`), in SQL: nothing lies between the two, as Postgres takes no NUL. */
const RIGHT_BEHIND = `E'\\x01'`;

/** What a function in PL/pgSQL takes of tenants in turn. */
interface TenantsInTurn {
  /** A table by the name of `w`, with its tenants in `tenant text collate "C"`, and the condition for what waits of them; an index is to begin with it and go on with the tenant. */
  waiting: string;
  /** Statements that take something of the tenant `candidate`, and return where there was something. */
  take: string;
}

/**
 * The body of a function in PL/pgSQL that takes one thing of the tenant whose turn it is: the next one by name behind its parameter
 * `after_tenant` (null before the first) that has something. So each of them is served once before one is served twice, and what is
 * read goes by the number of tenants that are passed over, and never by how much one of them has waiting. What is compared without the
 * column says its collation: that of a variable is the database's, whatever the column has.
 */
export const tenantsInTurn = ({ waiting, take }: TenantsInTurn): string => `
declare
  candidate text;
  from_tenant text := coalesce(after_tenant || ${RIGHT_BEHIND}, '');
  is_second_half boolean := after_tenant is null;
begin
  loop
    select w.tenant into candidate from ${waiting} and w.tenant >= from_tenant order by w.tenant limit 1;
    if not found and not is_second_half then
      is_second_half := true;
      from_tenant := '';
      continue;
    end if;
    if candidate is null or is_second_half and candidate > after_tenant collate "C" then return; end if;
    ${take}
    from_tenant := candidate || ${RIGHT_BEHIND};
  end loop;
end
`;
