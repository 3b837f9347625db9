/**
 * A large fleet in SQL, for a database with the models and regions of the demo data: dealers, customers, devices,
 * vehicles, states, sales, faults, SOS, history. `$from` and `$to` are its first and last number. Values that lists
 * sort or search by are spread, not the same for all.
 */
/**
 * Fifteen-minute aggregates of the fleet's last sixteen days, and which customers joined the app: each vehicle works an
 * hour on two days of five. For the dashboard alone, since it is 2.5 million rows for 100,000 vehicles. Run again on a
 * later day it adds the days since.
 */
export const largeFigures = `
  INSERT INTO vehicle_quarter (vehicle_id, quarter, idle_ms, work_ms, drive_ms, hours, km, fuel_l, starts, last_engine)
  SELECT v.id, day::timestamptz + (v.id % 24 + q) * interval '15 minutes', 200000, 600000, 100000, 0.25, 0.5 + v.id % 37 / 20.0, 2 + v.id % 3, CASE q WHEN 0 THEN 1 ELSE 0 END, true
  FROM generate_series(current_date - 16, current_date - 1, interval '1 day') AS days(day) CROSS JOIN vehicle v CROSS JOIN generate_series(0, 3) AS q
  WHERE v.vin LIKE 'HDLG%' AND v.device_id IS NOT NULL AND (v.id * 7 + extract(day FROM day)::int) % 5 < 2
  ON CONFLICT DO NOTHING;
  UPDATE customer SET joined_at = created_at + interval '1 day', withdrawn_at = CASE app_status WHEN 'withdrawn' THEN created_at + interval '20 days' END
  WHERE login_id LIKE 'large%' AND id % 4 > 0 AND joined_at IS NULL`;

export const largeFleet: readonly (readonly [string, string])[] = [
  [
    'dealers',
    `INSERT INTO organization (name, type, parent_id, erp_code, lat, lon)
     SELECT '대형대리점' || n, CASE WHEN n % 3 = 0 THEN 'DEALER' ELSE 'AGENCY' END, p.ids[1 + n % array_length(p.ids, 1)], 'LG' || lpad(n::text, 4, '0'), 34.5 + (n % 40) / 10.0, 126.2 + (n % 30) / 10.0
     FROM generate_series(1, 200) n, (SELECT array_agg(id ORDER BY id) AS ids FROM organization WHERE type = 'REGION' AND removed_at IS NULL) p
     WHERE NOT EXISTS (SELECT 1 FROM organization o WHERE o.erp_code = 'LG' || lpad(n::text, 4, '0'))`,
  ],
  [
    'customers',
    `INSERT INTO customer (name, phone, login_id, app_status, birth_on, created_at)
     SELECT substr('김이박최정강조윤장임한오서신권황안송전홍', 1 + n % 20, 1) || substr('가나다라마바사아자차카타파하', 1 + n / 20 % 14, 1) || substr('수진민호영철희준석현', 1 + n / 280 % 10, 1),
            '010-' || lpad((n / 10000 + 6000)::text, 4, '0') || '-' || lpad((n % 10000)::text, 4, '0'), 'large' || n,
            CASE WHEN n % 40 = 0 THEN 'withdrawn' ELSE 'registered' END, date '1945-01-01' + n % 18000, now() - n % 900 * interval '1 day' - n % 86400 * interval '1 second'
     FROM generate_series($from, $to) n`,
  ],
  [
    'devices',
    `INSERT INTO device (id, secret_hash, status, type, sim, activation, firmware, rssi, interval_s, online, status_at, registered_at)
     SELECT 'LG-' || lpad(n::text, 7, '0'), 'no device of this fleet connects', CASE WHEN n % 50 = 0 THEN 'not_in_use' ELSE 'in_use' END, 1 + n % 2, '8982' || lpad((n::bigint * 7919)::text, 15, '0'), '010' || lpad(n::text, 8, '0'),
            '2.' || n % 5 || '.' || n % 13, -60 - n % 50, CASE WHEN n % 5 = 0 THEN 60 ELSE 30 END, n % 3 <> 0, now() - n % 100000 * interval '1 second', now() - n % 900 * interval '1 day'
     FROM generate_series($from, $to) n`,
  ],
  [
    'vehicles',
    `INSERT INTO vehicle (vin, model_id, organization_id, customer_id, device_id, release_year, horsepower, transmission, matched_on, shipped_on, sold_on)
     SELECT 'HDLG' || upper(substr(md5(n::text), 1, 5)) || lpad(n::text, 8, '0'), m.ids[1 + n % array_length(m.ids, 1)], o.ids[1 + n % array_length(o.ids, 1)],
            CASE WHEN n % 10 < 8 THEN c.first + n - $from END, CASE WHEN n % 50 <> 0 THEN 'LG-' || lpad(n::text, 7, '0') END, 2019 + n % 8, 40 + n % 120, '32F/32R 파워시프트',
            CASE WHEN n % 50 <> 0 THEN current_date - n % 1400 END, CASE WHEN n % 20 <> 0 THEN current_date - n % 1400 + 10 END, CASE WHEN n % 10 < 8 THEN current_date - n % 1400 + 20 END
     FROM generate_series($from, $to) n, (SELECT array_agg(id ORDER BY id) AS ids FROM model) m, (SELECT array_agg(id ORDER BY id) AS ids FROM organization WHERE erp_code LIKE 'LG____') o,
          (SELECT max(id) - ($to - $from) AS first FROM customer) c`,
  ],
  [
    'installations and sales',
    `INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at) SELECT device_id, id, matched_on, matched_on FROM vehicle v
     WHERE vin LIKE 'HDLG%' AND device_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM device_installation i WHERE i.vehicle_id = v.id);
     INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, registered_by, registered_at) SELECT id, sold_on, organization_id, customer_id, '대량 등록', sold_on + interval '9 hours' FROM vehicle v
     WHERE vin LIKE 'HDLG%' AND sold_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sale s WHERE s.vehicle_id = v.id)`,
  ],
  [
    'dealers and terms of customers',
    // without statistics of what was just written both statements loop over all of it
    `ANALYZE customer, vehicle;
     UPDATE customer c SET organization_id = v.organization_id FROM vehicle v WHERE v.customer_id = c.id AND v.vin LIKE 'HDLG%' AND c.organization_id IS NULL;
     INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on)
       SELECT c.id, t, '2026-05-01', t <> 'marketing' OR c.id % 3 > 0, 'app', c.created_at::date FROM customer c CROSS JOIN unnest(ARRAY['service', 'privacy', 'location', 'marketing']) t
       WHERE c.login_id LIKE 'large%' AND c.app_status = 'registered' AND NOT EXISTS (SELECT 1 FROM customer_terms x WHERE x.customer_id = c.id)`,
  ],
  [
    'states',
    // each vehicle began with an empty one
    `DELETE FROM vehicle_state s USING vehicle v WHERE v.id = s.vehicle_id AND v.vin LIKE 'HDLG%' AND s.device_key IS NULL;
     INSERT INTO vehicle_state (vehicle_id, device_key, boot, seq, ts, lat, lon, position_ts, heading, speed, engine, started_at, work, rpm, engine_hours, odometer, fuel_used, online, last_seen_at, open_faults, worst_fault)
     SELECT v.id, d.key, 900, v.id % 5000, t.at, 34.5 + (v.id % 4000) / 1000.0, 126.2 + (v.id % 3000) / 1000.0, t.at, v.id % 360, v.id % 30, v.id % 4 = 0, t.at - v.id % 300 * interval '1 minute',
            CASE v.id % 3 WHEN 0 THEN 'idle' WHEN 1 THEN 'work' ELSE 'drive' END, 800 + v.id % 1500, v.id % 6000 + 0.5, v.id % 90000, v.id % 40000, v.id % 3 <> 0, t.at, CASE WHEN v.id % 40 = 0 THEN 1 ELSE 0 END,
            CASE WHEN v.id % 40 = 0 THEN 1 + v.id % 3 ELSE 0 END
     FROM vehicle v JOIN device d ON d.id = v.device_id, LATERAL (SELECT now() - (v.id::bigint * 7919 % 1000000) * interval '1 second' AS at) t WHERE v.vin LIKE 'HDLG%' ON CONFLICT DO NOTHING;
     INSERT INTO vehicle_state (vehicle_id) SELECT id FROM vehicle WHERE vin LIKE 'HDLG%' ON CONFLICT DO NOTHING`,
  ],
  [
    'consumables',
    // safe, imminent and exceeded in rotation, each somewhere within its limits
    `INSERT INTO consumable_cycle (vehicle_id, item_id, started_on, imminent_hours, due_hours, imminent_on, due_on, state, percent, step_hours, alarmed_on)
     SELECT v.id, i.id, v.sold_on, i.initial_hours * 0.9, i.initial_hours, v.sold_on + (i.cycle_days * 0.9)::int, v.sold_on + i.cycle_days, s.state,
       CASE s.state WHEN 'safe' THEN (v.id * 7 + i.id * 13) % 90 WHEN 'imminent' THEN 90 + (v.id + i.id * 3) % 10 ELSE 100 + (v.id * 3 + i.id * 11) % 80 END, 1e6,
       CASE WHEN s.state <> 'safe' THEN current_date - (v.id + i.id) % 60 END
     FROM vehicle v JOIN consumable_item i ON i.model_id = v.model_id AND i.ended_at IS NULL, LATERAL (SELECT (ARRAY['safe', 'safe', 'safe', 'imminent', 'exceeded'])[1 + (v.id + i.id) % 5] AS state) s
     WHERE v.vin LIKE 'HDLG%' ON CONFLICT DO NOTHING`,
  ],
  [
    'faults and calls',
    `INSERT INTO fault_report (status, severity, code, name, part, spn, fmi, count, vehicle_id, device_id, organization_id, occurred_at, last_at, received_at, signal_boot, signal_seq, active, completed_at)
     SELECT CASE WHEN n = 1 AND v.id % 40 = 0 THEN 'occurred' WHEN v.id % 3 = 0 THEN 'processingCompleted' ELSE 'repairCompleted' END, 1 + v.id % 3, 'E0' || 297 + (v.id + n) % 150, '{"ko":"냉각수 온도 높음","en":"Coolant temperature high"}', '{"ko":"냉각","en":"Cooling"}', 110, 0, 1,
            v.id, v.device_id, v.organization_id, t.at, t.at, t.at, 900, n, false, CASE WHEN n = 1 AND v.id % 40 = 0 THEN NULL ELSE t.at + interval '1 day' END
     FROM vehicle v, generate_series(1, 2) n, LATERAL (SELECT now() - ((v.id * 31 + n * 977) % 8000) * interval '1 hour' AS at) t WHERE v.vin LIKE 'HDLG%' AND v.device_id IS NOT NULL ON CONFLICT DO NOTHING;
     INSERT INTO sos_call (status, type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, closed_at, closed_by, resolution, cause)
     SELECT 'resolved', 'button', 'device', v.id, v.device_id, v.organization_id, t.at, t.at, t.at + interval '1 hour', '관제', '현장 확인', 'other'
     FROM vehicle v, LATERAL (SELECT now() - (v.id * 13 % 9000) * interval '1 hour' AS at) t WHERE v.vin LIKE 'HDLG%' AND v.device_id IS NOT NULL AND v.id % 5 = 0`,
  ],
  [
    'history',
    `INSERT INTO event_log (number, at, name, payload, organization_id, scope, vehicle_id, by_name)
     SELECT nextval('event_number'), now() - ((v.id + n * 977) % 700) * interval '1 hour', CASE n % 2 WHEN 0 THEN 'engine.started' ELSE 'engine.stopped' END, jsonb_build_object('vehicleId', v.id, 'deviceId', v.device_id), v.organization_id,
            o.path, v.id, NULL
     FROM vehicle v JOIN organization o ON o.id = v.organization_id, generate_series(1, 6) n WHERE v.vin LIKE 'HDLG%' AND v.device_id IS NOT NULL;
     INSERT INTO event_log (number, at, name, payload, organization_id, scope, vehicle_id, by_name)
     SELECT nextval('event_number'), now() - v.id % 900 * interval '1 hour', 'record.changed',
            jsonb_build_object('screen', 'production', 'kind', 'vehicle', 'id', v.id::text, 'name', v.vin, 'changes', jsonb_build_array(jsonb_build_object('field', 'shippedOn', 'from', NULL, 'to', v.shipped_on))), v.organization_id, o.path, v.id, '생산'
     FROM vehicle v JOIN organization o ON o.id = v.organization_id WHERE v.vin LIKE 'HDLG%'`,
  ],
];
