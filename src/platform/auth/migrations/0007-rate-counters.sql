-- The counters of all limits, for every process on this database. Keys are hashes: nobody reads here who asked. Losing them
-- in a crash of the database forgives what was counted, no more.
create unlogged table auth.rate_counters (
  key bytea primary key,
  -- What is left, at `at`; it is filled up again as time goes by.
  level double precision not null,
  at timestamptz not null
);
create index rate_counters_at_idx on auth.rate_counters (at);

-- Takes `p_amount` of what a key may, which holds `p_capacity` and fills up by `p_per_second`; 0 only looks whether one is
-- left. Answers 0, or the seconds to wait.
create function auth.take_allowance(p_key bytea, p_capacity double precision, p_per_second double precision, p_amount double precision)
returns double precision language plpgsql volatile set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  filled double precision;
begin
  insert into auth.rate_counters as c (key, level, at) values (p_key, p_capacity, moment)
    on conflict (key) do update set
      level = least(p_capacity, c.level + greatest(0, extract(epoch from moment - c.at)) * p_per_second),
      at = greatest(c.at, moment)
    returning c.level into filled;
  if filled < greatest(p_amount, 1) then
    return (greatest(p_amount, 1) - filled) / p_per_second;
  end if;
  if p_amount > 0 then
    update auth.rate_counters c set level = c.level - p_amount where c.key = p_key;
  end if;
  return 0;
end
$$;

-- Wrong passwords for one account from one address.
create unlogged table auth.sign_in_tries (
  key bytea primary key,
  wrong integer not null,
  blocked_until timestamptz not null,
  at timestamptz not null
);
create index sign_in_tries_at_idx on auth.sign_in_tries (at);

-- Begins a try, counted as wrong until it was right: a volley over many processes cannot outrun the count. Answers 0, or the
-- seconds to wait: after `p_free` wrong ones 5, then twice as long each time, up to a quarter of an hour.
create function auth.begin_try(p_key bytea, p_free integer) returns double precision
language plpgsql volatile set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  tries record;
begin
  insert into auth.sign_in_tries as s (key, wrong, blocked_until, at) values (p_key, 0, moment, moment)
    on conflict (key) do update set
      wrong = case when s.at < moment - interval '1 hour' then 0 else s.wrong end,
      at = s.at
    returning s.wrong, s.blocked_until into tries;
  if tries.blocked_until > moment then
    return extract(epoch from tries.blocked_until - moment);
  end if;
  update auth.sign_in_tries s set wrong = tries.wrong + 1, at = moment,
    blocked_until = case when tries.wrong + 1 < p_free then moment
      else moment + make_interval(secs => least(900, 5 * power(2, least(tries.wrong + 1 - p_free, 10)))) end
    where s.key = p_key;
  return 0;
end
$$;

-- Whether somebody has a sign-in to an account from a network (an IPv6 /64 is one): a flood of wrong passwords from
-- elsewhere does not keep them out.
create function auth.knows_address(p_user uuid, p_address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s where s.user_id = p_user
      and set_masklen(s.ip::inet, case family(s.ip::inet) when 6 then 64 else 32 end)::cidr >>= p_address::inet
  );
exception when invalid_text_representation then
  return false; -- no address at all
end
$$;
