import { Router } from 'express';
import type { Doctor } from '../content/doctor/doctor.ts';
import type { OperatorGuard } from './operator-guard.ts';

/** Serves the results of the checks of WordPress to operators. */
export function createDoctorReportRoutes({
  doctor,
  guard,
}: {
  doctor: Doctor;
  guard: OperatorGuard;
}): Router {
  const router = Router();
  router.get('/api/admin/doctor', guard.api, (_request, response) => {
    response.json(doctor.report());
  });
  return router;
}
