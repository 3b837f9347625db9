import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Policies } from '../../platform/event-log/policies';
import { ProcessVehicle } from './process-vehicle.command';

/**
 * A vehicle that was not ready is checked again when its state changes: its connection, its key, a session or an SOS call that has ended. What says nothing
 * when it changes (battery, speed) is found by the look of each minute.
 */
@Injectable()
export class TryVehicleWhenItChanges {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'try-vehicle-of-a-roll-out-when-it-changes',
      on: ['device.connected', 'engine.started', 'engine.stopped', 'diagnosis.ended', 'sos.resolved', 'sos.falseAlarm'],
      run: async ({ vehicleId }) => {
        if (vehicleId === null) return;
        const turns = await database.query<{ id: number }[]>(
          `SELECT r.id FROM roll_out_vehicle i JOIN roll_out r ON r.id = i.roll_out_id WHERE i.vehicle_id = $1 AND i.state = 'waiting' AND r.state = 'running' AND i.wave <= r.wave`,
          [vehicleId],
        );
        for (const { id } of turns) await commands.execute(new ProcessVehicle(id, vehicleId));
      },
    });
  }
}
