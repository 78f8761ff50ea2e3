-- Arithmetic of the expression language, exactly as src/expressions works it out: never an error, nothing instead.
-- plpgsql, because PostgreSQL copies the arguments of functions in SQL into the statement, and formulas nest.

-- A result: at most 18 places (halves away from zero), at most 30 digits before the point.
create function app.calc_num(x numeric) returns numeric language plpgsql immutable parallel safe as $$
declare r numeric := round(x, 18);
begin
  return case when abs(r) < 1000000000000000000000000000000 then r end;
end
$$;

-- A quotient at 12 places, rounded once: `/` of PostgreSQL rounds before we do.
create function app.calc_div(a numeric, b numeric) returns numeric language plpgsql immutable parallel safe as $$
begin
  if b = 0 then
    return null;
  end if;
  return app.calc_num(sign(a) * sign(b) * div(2000000000000 * abs(a) + abs(b), 2 * abs(b)) * 0.000000000001);
end
$$;

create function app.calc_mod(a numeric, b numeric) returns numeric language plpgsql immutable parallel safe as $$
begin
  return case when b <> 0 then app.calc_num(mod(a, b)) end;
end
$$;

-- As a JSON number: 15 significant digits, below 10^15.
create function app.calc_number(x numeric) returns numeric language plpgsql immutable parallel safe as $$
declare
  whole text := trunc(abs(x))::text;
  r numeric;
begin
  if whole = '0' then
    r := round(x, least(18, 15 + length(substring(trim_scale(abs(x))::text from '^0\.(0*)'))));
  else
    r := round(x, 15 - length(whole));
  end if;
  return case when abs(r) < 1000000000000000 then trim_scale(r) end;
end
$$;

create function app.calc_text_number(t text) returns numeric language plpgsql immutable parallel safe as $$
declare plain text := btrim(t, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
begin
  return case when plain ~ '^-?[0-9]{1,30}(\.[0-9]{1,18})?$' then plain::numeric end;
end
$$;

create function app.calc_trim(t text) returns text language plpgsql immutable parallel safe as $$
begin
  return btrim(t, U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF');
end
$$;

-- A text a formula makes: at most 100,000 characters.
create function app.calc_text(t text) returns text language plpgsql immutable parallel safe as $$
begin
  return case when length(t) <= 100000 then t end;
end
$$;

-- The day of `2026-03-01` or of a moment in UTC; nothing for a day that does not exist.
create function app.calc_day(t text) returns date language plpgsql immutable parallel safe as $$
declare
  y integer;
  m integer;
  d integer;
begin
  if t is null or t collate "C" !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z)?$' then
    return null;
  end if;
  y := left(t, 4)::integer;
  m := substr(t, 6, 2)::integer;
  d := substr(t, 9, 2)::integer;
  if y = 0 or d > extract(day from make_date(y, m, 1) + interval '1 month' - interval '1 day') then
    return null;
  end if;
  return make_date(y, m, d);
end
$$;

create function app.calc_moment(t text) returns timestamp language plpgsql immutable parallel safe as $$
declare d date := app.calc_day(t);
begin
  if d is null or length(t) = 10 then
    return d::timestamp;
  end if;
  return d + make_time(substr(t, 12, 2)::integer, substr(t, 15, 2)::integer, substr(t, 18, 6)::double precision);
end
$$;

create function app.calc_hours(a text, b text) returns numeric language plpgsql immutable parallel safe as $$
begin
  return app.calc_div(extract(epoch from app.calc_moment(b) - app.calc_moment(a)) * 1000, 3600000);
end
$$;

-- Adds whole units; the last day of a month stays within the month. `t` is a day or a moment, and so is the answer.
create function app.calc_add(t text, amount numeric, unit text) returns text language plpgsql immutable parallel safe as $$
declare
  start timestamp := app.calc_moment(t);
  n numeric := trunc(amount);
  r timestamp;
begin
  if start is null or n is null then
    return null;
  end if;
  -- The years 1 to 9999, looked at before adding: PostgreSQL has no times before 4713 BC.
  if unit in ('month', 'year') then
    n := n * case unit when 'year' then 12 else 1 end;
    if extract(year from start) * 12 + extract(month from start) - 1 + n not between 12 and 119999 then
      return null;
    end if;
    r := start + make_interval(months => n::integer);
  else
    n := n * case unit when 'minute' then 1 when 'hour' then 60 when 'day' then 1440 else 10080 end;
    if extract(epoch from start) + n * 60 not between extract(epoch from timestamp '0001-01-01') and extract(epoch from timestamp '9999-12-31 23:59:59.999') then
      return null;
    end if;
    r := start + make_interval(days => div(n, 1440)::integer, mins => mod(n, 1440)::integer);
  end if;
  return to_char(r, case when length(t) = 10 then 'YYYY-MM-DD' else 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' end);
end
$$;

revoke execute on all functions in schema app from public;
grant execute on all functions in schema app to formwork_app;
