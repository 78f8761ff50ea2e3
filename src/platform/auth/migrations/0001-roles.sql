-- The hosted service's roles. They belong to the whole server, so a neighbour database may have made them already.
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (
      values
        ('anon', 'nologin noinherit'),
        ('authenticated', 'nologin noinherit'),
        ('service_role', 'nologin noinherit bypassrls'),
        -- What request traffic logs in as. It gets its password from whoever starts to use it, and owns nothing.
        ('authenticator', 'login noinherit')
    ) as role (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception
      when duplicate_object or unique_violation then
        null; -- made by another database's migration in this moment
      when insufficient_privilege then
        -- Managed servers let only superusers hand out bypassrls; there service_role gets policies instead.
        execute format('create role %I %s', wanted.name, replace(wanted.attributes, ' bypassrls', ''));
    end;
  end loop;
end
$$;

do $$
begin
  for attempt in 1..20 loop
    begin
      if not (
        pg_has_role('authenticator', 'anon', 'member')
        and pg_has_role('authenticator', 'authenticated', 'member')
        and pg_has_role('authenticator', 'service_role', 'member')
      ) then
        grant anon, authenticated, service_role to authenticator;
      end if;
      return;
    exception
      when internal_error then
        perform pg_sleep(0.05); -- "tuple concurrently updated": another database's migration grants the same
    end;
  end loop;
  raise exception 'could not grant the request roles to authenticator';
end
$$;
