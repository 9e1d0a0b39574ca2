import { Body, Controller, Module, Post } from '@nestjs/common';

@Controller()
class AppController {
  @Post('echo')
  echo(@Body() body: unknown) {
    return body;
  }
}

@Module({ controllers: [AppController] })
export class AppModule {}
